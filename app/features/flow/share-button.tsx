import { Form } from '@remix-run/react'
import { links } from '~/links'
import { Button } from '~/ui/button'

/** Makes a link of the draft that a friend can look at (rule B32). */
export const ShareButton = () => (
  <Form method="post" action={links.sharePlan()}>
    <Button look="plain" className="px-0 text-sm">
      Show this plan to somebody
    </Button>
  </Form>
)
