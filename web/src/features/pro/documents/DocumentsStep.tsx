// The documents step: a row a kind, with what was uploaded and a way to upload. Each file is sent as soon as it is chosen, so there is nothing
// to save.
import { useQuery } from '@tanstack/react-query';
import { documentsQuery } from '@/api/pros';
import type { MasterDocument } from '@/api/types';
import { paths } from '@/shared/paths';
import { Badge, Banner, ButtonLink, LoadError, Skeleton } from '@/ui';
import { StepPage } from '../steps/StepPage';
import { overviewOf } from '../steps/useStepForm';
import { usePro } from '../usePro';
import { documentTitles } from '../words';
import { DocumentRow } from './DocumentRow';
import { type WantedKind, wantedKinds } from './kinds';
import { Upload } from './Upload';

export function DocumentsStep() {
  const pro = usePro();
  const { data: documents, isError, refetch } = useQuery(documentsQuery);
  return (
    <StepPage title="Documents" hasError={isError && !documents}>
      <div className="grid max-w-[36rem] grid-cols-1 gap-4">
        <p className="text-muted">
          Photos (JPEG, PNG or WebP) or PDFs, up to 10 MB each. We verify them; only you and we see them.
        </p>
        {!pro.emailProved && (
          <Banner
            tone="warn"
            actions={
              <ButtonLink look="quiet" to={paths.master.step('email')}>
                Prove your email
              </ButtonLink>
            }
          >
            Prove your email first. Then we take your documents.
          </Banner>
        )}
        {documents && (
          <ul className="grid grid-cols-1 gap-3">
            {wantedKinds(pro.skills).map((wanted) => (
              <Kind
                key={wanted.kind}
                wanted={wanted}
                canUpload={pro.emailProved}
                documents={documents.filter(({ kind }) => kind === wanted.kind)}
              />
            ))}
          </ul>
        )}
        {!documents && !isError && <Skeleton className="h-96" label="Loading your documents" />}
        {!documents && isError && (
          <LoadError retry={() => void refetch()}>Your documents could not be loaded.</LoadError>
        )}
        <ButtonLink to={overviewOf(pro).to} className="sm:w-auto sm:justify-self-start">
          Done
        </ButtonLink>
      </div>
    </StepPage>
  );
}

interface KindProps {
  wanted: WantedKind;
  documents: MasterDocument[];
  canUpload: boolean;
}

function Kind({ wanted, documents, canUpload }: KindProps) {
  const { kind, about, optional } = wanted;
  return (
    <li className="card grid grid-cols-1 gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {/* Takes the focus when the row's document is removed. */}
        <h2 id={`document-${kind}`} tabIndex={-1} className="text-m">
          {documentTitles[kind]}
        </h2>
        {optional && <Badge>Optional</Badge>}
      </div>
      <p className="-mt-2 text-s text-muted">{about}</p>
      {documents.length > 0 && (
        <ul className="grid gap-3">
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} />
          ))}
        </ul>
      )}
      {canUpload && <Upload kind={kind} isFirst={documents.length === 0} />}
    </li>
  );
}
