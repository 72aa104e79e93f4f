import { useLoaderData } from '@remix-run/react'
import { CallEntry, FieldTable } from '~/features/api/call-entry'
import { docsPage } from '~/features/api/docs-page.server'
import { pageMeta } from '~/features/site/page-meta'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

export const meta = pageMeta({ title: 'The JSON API' })

export const loader = () => docsPage(appContext().business)

/** What the JSON API takes and answers, for people; made of the same description as `openapi.json`. */
export default function ApiDocs() {
  const { about, groups, shapes } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page py-14 lg:py-20">
      <h1 className="text-4xl lg:text-5xl">The JSON API</h1>
      <div className="mt-6 grid max-w-prose gap-3 text-lg text-muted">
        {about.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p>
          The same for programs:{' '}
          <a href={links.apiDescription()} className="text-champagne underline underline-offset-4">
            openapi.json
          </a>
        </p>
      </div>
      <div className="mt-12 grid gap-12 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <nav aria-label="Groups of calls" className="lg:sticky lg:top-24 lg:self-start">
          <ul className="-mx-2 flex flex-wrap gap-x-1 lg:grid">
            {[...groups.map(({ name }) => name), 'Shapes'].map((name) => (
              <li key={name}>
                <a
                  href={`#${anchor(name)}`}
                  className="flex min-h-11 items-center rounded-lg px-2 text-muted hover:text-champagne"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid min-w-0 gap-14">
          {groups.map(({ name, calls }) => (
            <section key={name} id={anchor(name)}>
              <h2 className="text-3xl">{name}</h2>
              <div className="mt-5 grid gap-3">
                {calls.map((call) => (
                  <CallEntry key={call.id} call={call} />
                ))}
              </div>
            </section>
          ))}
          <section id="shapes">
            <h2 className="text-3xl">Shapes</h2>
            <div className="mt-5 grid gap-3">
              {shapes.map(({ name, about: words, fields }) => (
                <details key={name} className="rounded-card bg-aubergine/70 px-5 py-1 hover:bg-aubergine">
                  <summary className="flex min-h-11 list-none items-center font-medium break-all [&::-webkit-details-marker]:hidden">
                    {name}
                  </summary>
                  {words && <p className="text-sm text-muted">{words}</p>}
                  <FieldTable caption={name} fields={fields} />
                </details>
              ))}
            </div>
          </section>
        </div>
      </div>
    </main>
  )
}

const anchor = (name: string) => name.toLowerCase().replaceAll(/\W+/g, '-')
