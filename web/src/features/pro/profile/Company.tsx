import type { MasterProfile } from '@/api/types';
import { paths } from '@/shared/paths';
import { DocketRow } from '@/ui';
import { Edit } from './Edit';
import { PictureUpload } from './PictureUpload';

export function Company({ profile: { company, logoUrl } }: { profile: MasterProfile }) {
  return (
    <div className="card grid grid-cols-1 gap-4 p-4">
      <PictureUpload which="logo" label="Logo" name={company?.name ?? 'Company'} url={logoUrl}>
        <div className="flex w-full flex-wrap items-center justify-between gap-x-4">
          <p className="min-w-0 flex-1 basis-24 font-[650] [overflow-wrap:anywhere]">
            {company?.name ?? 'Add your company’s name'}
          </p>
          <Edit to={paths.master.company} what="Company" />
        </div>
      </PictureUpload>
      {company && (
        <dl className="grid gap-1 empty:hidden">
          <DocketRow name="Company number" value={company.number} />
          <DocketRow name="VAT number" value={company.vatNumber} />
        </dl>
      )}
    </div>
  );
}
