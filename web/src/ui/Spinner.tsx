/** A turning ring for busy buttons; the text beside it says what is happening. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-5 shrink-0 animate-spin rounded-full border-[2.5px] border-current border-r-transparent"
    />
  );
}
