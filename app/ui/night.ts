/** The colour of a page by night, `--color-night` of styles/theme.css, for what a browser draws around it. */
export const NIGHT = '#0d0812'
