// Some password managers and phones fill a form without telling the page. Before a form is sent, every field is asked for what stands in it:
// React hears of a field only where that is not what it knows.

export function hearAutofill(page: Document): void {
  const ask = ({ target }: Event) => {
    if (!(target instanceof HTMLFormElement)) return;
    for (const field of target.elements)
      if (isTypedInto(field)) field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  page.addEventListener('submit', ask, { capture: true });
}

function isTypedInto(field: Element): boolean {
  return (
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && !isChosen.has(field.type))
  );
}

const isChosen = new Set(['checkbox', 'radio', 'file', 'hidden', 'button', 'submit', 'range', 'color']);
