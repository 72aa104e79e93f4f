/** The field by which a form says that it can show an answer where it stands (`ActionForm`). */
export const ANSWERED_HERE = 'answered-here'
