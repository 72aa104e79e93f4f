/** The look of every input, select and text area. */
export const controlClass =
  'block min-h-11 w-full rounded-xl border border-white/15 bg-night/60 px-4 py-2.5 text-base text-ink placeholder:text-muted/60 transition hover:border-white/30 focus:border-gold aria-invalid:border-wrong'
