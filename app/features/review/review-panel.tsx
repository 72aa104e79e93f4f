import { Star } from 'lucide-react'
import { MOST_STARS, REVIEW_NAME_MAX, REVIEW_TEXT_MAX, type ReviewState } from '~/domain/review'
import type { FormAnswer } from '~/platform/form.server'
import { Button } from '~/ui/button'
import type { ChangeListProps } from '~/ui/change-list'
import { FieldError, TextAreaField, TextField } from '~/ui/field'
import { lazyPart } from '~/ui/lazy-part'
import { usePlainForm } from '~/ui/plain-form'
import { PublicForm } from '~/ui/public-form'
import { Stars } from './stars'

// two seldom write about one evening
const ChangeList = lazyPart<ChangeListProps>(
  'review-changes',
  async () => (await import('~/ui/change-list')).ChangeList,
)

interface ReviewPanelProps {
  review: {
    open: boolean
    written: { stars: number; text: string; name: string; state: ReviewState } | undefined
    version: number
    name: string
  }
  answer: FormAnswer | undefined
}

/** What a family says about its evening, on the booking's own page. A letter leads here by `#review`. */
export function ReviewPanel({ review: { open, written, version, name }, answer }: ReviewPanelProps) {
  return (
    <section
      id="review"
      aria-labelledby="review-title"
      className="mb-6 scroll-mt-24 rounded-card bg-aubergine p-6 sm:p-8 print:hidden"
    >
      <h2 id="review-title" className="text-2xl">
        How was your visit?
      </h2>
      {/* who is refused reads why, and keeps the words */}
      {written && !open && !answer ? (
        <Said {...written} />
      ) : (
        <>
          <p className="mt-2 max-w-prose text-muted">
            {written
              ? open
                ? 'Thank you. You can change it until we have read it.'
                : 'Thank you. We have read it, and decided.'
              : 'We read every word. When we agree, it stands on our page of testimonials, under the name you give here and the month.'}
          </p>
          <ReviewForm key={version} version={version} said={written ?? { name }} answer={answer} />
        </>
      )}
    </section>
  )
}

function Said({ stars, text, name, state }: { stars: number; text: string; name: string; state: ReviewState }) {
  return (
    <figure className="mt-4">
      <Stars stars={stars} />
      <blockquote className="mt-3 whitespace-pre-line">{text}</blockquote>
      <figcaption className="mt-3 text-muted">
        {name}. {state === 'shown' ? 'It was put on our page of testimonials. Thank you!' : 'Thank you for telling us.'}
      </figcaption>
    </figure>
  )
}

interface ReviewFormProps {
  said: { stars?: number; text?: string; name: string }
  version: number
  answer: FormAnswer | undefined
}

function ReviewForm({ said, version, answer }: ReviewFormProps) {
  const conflict = answer?.conflict
  // what was written meanwhile is not replaced unseen, however often the form comes back
  const filledFrom = answer ? String(answer.lastResult.initialValue?.version ?? 0) : version
  const [form, fields] = usePlainForm<'stars' | 'text' | 'name'>({
    id: 'review-form',
    lastResult: answer?.lastResult,
    defaultValue: { stars: said.stars?.toString(), text: said.text, name: said.name },
  })
  return (
    <PublicForm form={form} action="#review" className="mt-6 grid gap-5">
      <input type="hidden" name="intent" value="review" />
      <input type="hidden" name="version" value={conflict?.version ?? filledFrom} />
      {conflict && <ChangeList changes={conflict.changes} before="Saved before" after="Yours" />}
      <fieldset aria-describedby={fields.stars.errors ? fields.stars.errorId : undefined}>
        <legend className="text-sm font-medium">Stars</legend>
        <div className="-ml-2 flex">
          {Array.from({ length: MOST_STARS }, (_, index) => String(index + 1)).map((stars) => (
            // every star up to the chosen one is lit
            <label
              key={stars}
              className="round cursor-pointer text-white/25 transition hover:text-gold-bright has-focus-visible:outline-2 has-focus-visible:outline-gold has-[input:checked]:text-gold has-[~label_input:checked]:text-gold"
            >
              <input
                type="radio"
                name={fields.stars.name}
                id={stars === '1' ? fields.stars.id : undefined}
                value={stars}
                defaultChecked={String(fields.stars.initialValue ?? '') === stars}
                aria-invalid={fields.stars.errors ? true : undefined}
                required
                className="sr-only"
              />
              <Star aria-hidden className="size-8 fill-current" />
              <span className="sr-only">{stars === '1' ? '1 star' : `${stars} stars`}</span>
            </label>
          ))}
        </div>
        <FieldError field={fields.stars} />
      </fieldset>
      <TextAreaField field={fields.text} label="What you say" required rows={4} maxLength={REVIEW_TEXT_MAX} />
      <TextField
        field={fields.name}
        label="The name to show"
        required
        maxLength={REVIEW_NAME_MAX}
        hint="Yours, a nickname, or “A family from Jayanagar”."
      />
      <Button look="gold" className="justify-self-start">
        {conflict ? 'Replace it' : said.text ? 'Change it' : 'Send'}
      </Button>
    </PublicForm>
  )
}
