/** Over the page while what was pressed is done, so that nothing else is pressed; it says what is waited for. */
export const Cover = ({ children }: { children: string }) => (
  <p role="status" className="fixed inset-0 z-40 grid place-items-center bg-night/90 text-lg">
    <span className="flex items-center gap-3">
      <span aria-hidden className="spinner" />
      {children}
    </span>
  </p>
)
