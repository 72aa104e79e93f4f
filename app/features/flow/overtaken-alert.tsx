import { useActionData, useLocation } from '@remix-run/react'
import { Button, buttonClass } from '~/ui/button'
import { ChangeList } from '~/ui/change-list'
import { FormAlert } from '~/ui/form-alert'
import type { Overtaken } from './open-answer.server'

/** What staff read whose answer came after somebody had changed the same draft in another tab, and what they can do. */
export function OvertakenAlert({
  answer,
  keep = 'Keep mine',
  drop = { label: 'Take theirs' },
}: {
  answer: { overtaken?: Overtaken } | undefined
  /** What the button says that saves this answer all the same. */
  keep?: string
  /** What the link says that gives it up, and where it leads; to the page itself unless named. */
  drop?: { label: string; to?: string }
}) {
  const { pathname, search } = useLocation()
  const page = useActionData<{ overtaken?: Overtaken }>()
  const overtaken = answer?.overtaken ?? page?.overtaken
  if (!overtaken) return null
  return (
    <FormAlert answer={overtaken} className="mt-5">
      <p>This booking was changed in another tab after this page was opened. Your answer is not saved yet.</p>
      {/* the browser sends it itself: what is drawn next is drawn from the draft as it is then */}
      <form method="post" action={`${pathname}${search}`} className="mt-4 flex flex-wrap gap-3">
        {overtaken.fields.map(([name, value], index) => (
          <input key={`${name}-${index + 1}`} type="hidden" name={name} value={value} />
        ))}
        <Button>{keep}</Button>
        <a href={drop.to ?? `${pathname}${search}`} data-leaves className={buttonClass('quiet')}>
          {drop.label}
        </a>
      </form>
      <ChangeList changes={overtaken.changes} before="When you opened it" after="Now" yours="With yours" />
    </FormAlert>
  )
}

/** Said where an answer of staff's stays as it was typed, since they have been signed out meanwhile. */
export const SignedOut = ({ answer }: { answer: { signIn?: string } }) => (
  <FormAlert answer={answer} className="mt-5">
    <SignInAgain to={answer.signIn} />
  </FormAlert>
)

/** What to do about it. */
export const SignInAgain = ({ to }: { to?: string }) => (
  <>
    <p>You have been signed out. Sign in again in another tab, then press here once more: nothing is lost.</p>
    <a href={to} target="_blank" rel="noreferrer" className={buttonClass('quiet', 'mt-3 px-5')}>
      Sign in<span className="sr-only">, opens in a new tab</span>
    </a>
  </>
)
