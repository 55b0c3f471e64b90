// happy-dom shows modal dialogs but handles neither their focus nor Escape; this adds as much of both as the tests need.
export function supportModalDialogs(): void {
  const dialog = HTMLDialogElement.prototype;
  const { showModal, close } = dialog;
  const before = new WeakMap<HTMLDialogElement, Element | null>();

  dialog.showModal = function () {
    before.set(this, document.activeElement);
    showModal.call(this);
    this.querySelector<HTMLElement>('button, input, a[href]')?.focus();
  };
  dialog.close = function (returnValue) {
    close.call(this, returnValue);
    const opener = before.get(this);
    if (opener instanceof HTMLElement) opener.focus();
  };
  document.addEventListener('keydown', (event) => {
    const open = document.querySelector<HTMLDialogElement>('dialog[open]');
    if (event.key === 'Escape' && open?.dispatchEvent(new Event('cancel', { cancelable: true })))
      open.close();
  });
}
