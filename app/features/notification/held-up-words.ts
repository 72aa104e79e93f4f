import { formatInstant } from '~/domain/calendar'
import { roleMay, type StaffRole } from '~/domain/staff-role'

interface HeldUp {
  letters: number
  since: Date
  answer: string
}

/** What staff of a role read while letters wait for the mail server; whoever can see to it reads what it said too. */
export function heldUpWords({ letters, since, answer }: HeldUp, role: StaffRole, zone: string): string {
  const [waiting, go] = letters === 1 ? ['1 letter has', 'It goes'] : [`${letters} letters have`, 'They go']
  const said = roleMay(role, 'manage-cities') && answer ? ` Its last answer: ${answer}` : ''
  return `The mail server takes no letters: ${waiting} waited since ${formatInstant(since, zone)}. ${go} out once it does.${said}`
}
