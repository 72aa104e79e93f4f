/** A press of the money page that was refused: of which row, with what was typed for it, and why. */
export interface RefusedPress {
  id: string
  press: string
  typed: string
  fault: string
}

/** The field of the press that was refused, for links of the page. */
export const REFUSED_FIELD = 'refused'
