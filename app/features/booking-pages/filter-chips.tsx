import { useForm } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { ChevronDown } from 'lucide-react'
import type { QuickRange } from '~/domain/quick-ranges'
import { type AskedFilter, asksFor, FILTER_NAME_MAX, inRange } from '~/domain/saved-filters'
import { answerTo } from '~/features/back-office/answer-to'
import { links } from '~/links'
import type { FormAnswer } from '~/platform/form.server'
import { Button } from '~/ui/button'
import { Chip, Chips } from '~/ui/chips'
import { TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import type { FilterOfMine } from './saved-filters.server'

interface RangeChipsProps {
  ranges: readonly QuickRange[]
  shown: AskedFilter
}

/**
 * The stretches that the list is asked for by one press, of whatever its dates are, and what is still due. The coupon that a list is of,
 * which no other control shows, is taken off by one.
 */
export function RangeChips({ ranges, shown }: RangeChipsProps) {
  return (
    <Chips label="Quick ranges" className="mb-4">
      {shown.coupon && (
        <Chip to={links.adminBookings({ ...shown, coupon: '' })} now>
          {`With coupon ${shown.coupon} ×`}
        </Chip>
      )}
      {/* first: a phone shows the beginning of the row */}
      <Chip
        to={links.adminBookings({ ...shown, ...(shown.due ? { due: '' } : { due: 'yes', sort: 'visit-first' }) })}
        now={shown.due === 'yes'}
      >
        Still due
      </Chip>
      {ranges.map((range) => (
        <Chip
          key={range.words}
          to={links.adminBookings({ ...inRange(shown, range), sort: 'visit-first' })}
          now={asksFor(shown, range)}
        >
          {range.words}
        </Chip>
      ))}
    </Chips>
  )
}

interface SavedFiltersProps {
  filters: readonly FilterOfMine[]
  /** Whether the list shows something that can be kept. */
  maySave: boolean
  answer: FormAnswer | undefined
}

/** The filters that somebody keeps as chips, and behind a fold what keeps the one now shown, renames and removes. */
export function SavedFilters({ filters, maySave, answer }: SavedFiltersProps) {
  if (!filters.length && !maySave) return null
  return (
    <div className="mb-4 print:hidden">
      {filters.length > 0 && (
        <Chips label="Saved filters" className="mb-2">
          {filters.map(({ id, name, asked, now }) => (
            <Chip key={id} to={links.adminBookings(asked)} now={now}>
              {name}
            </Chip>
          ))}
        </Chips>
      )}
      <details className="group max-w-xl" open={Boolean(answer)}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm text-muted hover:text-ink md:pointer-fine:min-h-9">
          {maySave ? 'Save this filter' : 'Change saved filters'}
          <ChevronDown aria-hidden className="size-4 transition group-open:rotate-180" />
        </summary>
        <div className="mt-2 grid gap-4 rounded-card bg-aubergine/70 p-5">
          {maySave && <SaveForm answer={answer} />}
          {filters.map((filter) => (
            <RenameForm key={`${filter.id} ${filter.name}`} filter={filter} answer={answer} />
          ))}
        </div>
      </details>
    </div>
  )
}

const LINE = 'flex flex-wrap items-end gap-x-3 gap-y-1'

function SaveForm({ answer }: { answer: FormAnswer | undefined }) {
  const [form, fields] = useForm<{ name: string }>({
    id: 'save-filter',
    lastResult: answerTo(answer, 'save-filter')?.lastResult,
  })
  return (
    <ActionForm form={form} preventScrollReset>
      <input type="hidden" name="intent" value="save-filter" />
      <div className={LINE}>
        <TextField
          field={fields.name}
          label="Name of this filter"
          frameClassName="grow"
          required
          maxLength={FILTER_NAME_MAX}
          autoComplete="off"
        />
        <Button className="px-5">Save</Button>
      </div>
    </ActionForm>
  )
}

function RenameForm({ filter: { id, name }, answer }: { filter: FilterOfMine; answer: FormAnswer | undefined }) {
  const asked = answerTo(answer, 'rename-filter')
  const [form, fields] = useForm<{ name: string }>({
    id: `filter-${id}`,
    defaultValue: { name },
    lastResult: asked?.lastResult.initialValue?.id === id ? asked.lastResult : undefined,
  })
  return (
    <div className={LINE}>
      <ActionForm form={form} preventScrollReset className="grow">
        <input type="hidden" name="intent" value="rename-filter" />
        <input type="hidden" name="id" value={id} />
        <div className={LINE}>
          <TextField
            field={fields.name}
            label={<span className="sr-only">Name of {name}</span>}
            frameClassName="grow"
            required
            maxLength={FILTER_NAME_MAX}
            autoComplete="off"
          />
          <Button className="px-5">
            Rename<span className="sr-only"> {name}</span>
          </Button>
        </div>
      </ActionForm>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <Button look="plain" name="intent" value="remove-filter" className="px-2">
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </Form>
    </div>
  )
}
