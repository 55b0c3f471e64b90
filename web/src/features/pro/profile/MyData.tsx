// Downloading one's own data, and leaving.
import { closeProAccount, exportProData } from '@/api/pros';
import { OwnData } from '@/ui/OwnData';
import { ownCode } from '../ownCode';

const words = {
  end: 'Delete my account',
  busy: 'Deleting…',
  title: 'Delete your account?',
  ended: 'Your account has been deleted',
  failed: 'Your account could not be deleted. Please try again.',
};

export function MyData({ email }: { email: string }) {
  return (
    <OwnData download={exportProData} end={closeProAccount} own={ownCode(email)} words={words}>
      <p>
        Your profile, documents, pictures, reviews and sign-ins are deleted for good. This can’t be undone.
      </p>
      <p className="text-muted">
        Your past jobs stay for the books and for your clients, as those of ‘A former pro’. Your tax details,
        and receipts over £250 with VAT, are kept sealed for 6 years, as the law wants.
      </p>
    </OwnData>
  );
}
