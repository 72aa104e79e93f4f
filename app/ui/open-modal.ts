/**
 * Makes the dialog that was drawn open the browser's own modal one; who has begun in it before the scripts came stays there. Answers
 * what closes it, which gives the focus back to what it was opened from.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  const begun = document.activeElement
  const { scrollTop } = dialog
  dialog.close()
  dialog.showModal()
  if (begun instanceof HTMLElement && begun !== dialog && dialog.contains(begun)) begun.focus({ preventScroll: true })
  dialog.scrollTop = scrollTop
  return () => dialog.close()
}
