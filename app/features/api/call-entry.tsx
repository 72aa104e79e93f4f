import { Fragment, type ReactNode } from 'react'
import type { DocumentedField, docsPage } from './docs-page.server'

type DocumentedCall = ReturnType<typeof docsPage>['groups'][number]['calls'][number]

const TONE: Record<string, string> = {
  GET: 'text-done',
  POST: 'text-gold',
  PUT: 'text-champagne',
  DELETE: 'text-wrong',
}

/** One call: closed its line, opened what it takes and answers. */
export function CallEntry({ call }: { call: DocumentedCall }) {
  const { method, path, summary, notes, who, takes, query, body, answer, refusals } = call
  return (
    <details id={call.id} className="rounded-card bg-aubergine/70 px-5 py-1 hover:bg-aubergine">
      <summary className="grid min-h-11 list-none gap-x-4 py-3 sm:grid-cols-[4rem_minmax(0,1fr)] [&::-webkit-details-marker]:hidden">
        <span className={`figures text-sm leading-6 font-semibold ${TONE[method] ?? ''}`}>{method}</span>
        <code className="text-sm leading-6 break-words text-ink">
          <Breakable text={path} />
        </code>
        <span className="mt-0.5 text-sm text-muted sm:col-start-2">
          {summary} · {who}
        </span>
      </summary>
      <div className="grid min-w-0 gap-5 border-t border-hairline py-4 text-sm">
        {notes && <p className="max-w-prose text-muted">{notes}</p>}
        {query.length > 0 && (
          <Part title="Query">
            <FieldTable caption={`Query of ${method} ${path}`} fields={query} />
          </Part>
        )}
        {body.length > 0 && (
          <Part title={`Body, as ${takes.join(' or ')}`}>
            <FieldTable caption={`Body of ${method} ${path}`} fields={body} />
          </Part>
        )}
        <Part title="Answer">
          <FieldTable caption={`Answer of ${method} ${path}`} fields={answer} />
        </Part>
        {refusals.length > 0 && (
          <p className="text-muted">
            Refusals: <span className="figures">{refusals.join(', ')}</span>
          </p>
        )}
      </div>
    </details>
  )
}

/** A path that breaks where a person would break it: before a slash. */
function Breakable({ text }: { text: string }) {
  return text.split(/(?=\/)/).map((part, index) => (
    <Fragment key={`${index}-${part}`}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  )
}

/** Fields with what they are, a row each. */
export function FieldTable({ caption, fields }: { caption: string; fields: readonly DocumentedField[] }) {
  return (
    <table className="mt-2 w-full table-fixed text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">What it is</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, required, about }) => (
          <tr key={name} className="border-t border-hairline align-top">
            <th scope="row" className="w-2/5 py-2 pr-4 font-normal [overflow-wrap:anywhere]">
              <code>{name}</code>
              {!required && <span className="block text-xs text-muted">optional</span>}
            </th>
            <td className="py-2 [overflow-wrap:anywhere]">
              {type}
              {about && <span className="block text-muted">{about}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
