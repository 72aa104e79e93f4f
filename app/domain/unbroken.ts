/** A text for a page, in which no row ends within a time, a span of time or a range of times or numbers; a row could end after a dash. */
export const unbroken = (text: string): string =>
  text
    .replace(/(\d) (?=(?:[AP]M|h|min)\b)/g, '$1\u00a0')
    .replace(/ – (?=\d+:)/g, '\u00a0–\u2060\u00a0')
    .replace(/(\d)–(?=\d)/g, '$1\u2060–\u2060')
