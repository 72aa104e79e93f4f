/** How often: `once`, `3 times`. */
export const timesWords = (count: number): string => (count === 1 ? 'once' : `${count} times`)
