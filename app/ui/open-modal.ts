/**
 * Makes the dialog that was drawn open the browser's own modal one; who has begun in it before the scripts came stays there, and a field
 * that has the focus from the beginning keeps it. Answers what closes it, which gives the focus back to what it was opened from: where
 * that has lost it to the dialog by now, to the `opener`.
 */
export function openModal(dialog: HTMLDialogElement, opener?: Element | null): () => void {
  const begun = document.activeElement
  const { scrollTop } = dialog
  dialog.close()
  // the browser remembers who has the focus in this moment
  if (opener instanceof HTMLElement && !dialog.contains(opener)) opener.focus({ preventScroll: true })
  dialog.showModal()
  if (begun instanceof HTMLElement && begun !== dialog && dialog.contains(begun)) begun.focus({ preventScroll: true })
  dialog.scrollTop = scrollTop
  return () => dialog.close()
}
