/** What the person at the keyboard did wrong with a command: said without a stack. */
export class CommandRefusal extends Error {}
