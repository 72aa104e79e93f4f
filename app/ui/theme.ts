/** The colour of a page by night, `--color-night` of app.css, for what a browser draws around it. */
export const NIGHT = '#0d0812'

/** How the back office is lit: as the device is, by day or by night. */
export const THEMES = ['device', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
