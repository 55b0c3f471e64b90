/** A UK mobile as people write it: '+447911123456' → '07911 123456'. Any other number stays as it is. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+44(\d{4})(\d{6})$/, '0$1 $2');
}
