/** How the back office is lit: as the device is, by day or by night. */
export const THEMES = ['device', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
