import { Checkbox } from '@/ui';

export interface CompanyCheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Unticked means a sole trader. */
export function CompanyCheckbox({ checked, onChange }: CompanyCheckboxProps) {
  return (
    <Checkbox
      id="company"
      label="Register as company"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
