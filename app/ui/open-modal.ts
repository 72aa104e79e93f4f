/** Makes the dialog that was drawn open the browser's own modal one; who has begun in it before the scripts came stays there. */
export function openModal(dialog: HTMLDialogElement): void {
  const begun = document.activeElement
  const { scrollTop } = dialog
  dialog.close()
  dialog.showModal()
  if (begun instanceof HTMLElement && begun !== dialog && dialog.contains(begun)) begun.focus({ preventScroll: true })
  dialog.scrollTop = scrollTop
}
