/** A search text as a pattern for `ilike`; `%`, `_` and `\` in it stand for themselves. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
