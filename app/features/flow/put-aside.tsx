import { links } from '~/links'
import { Button, ButtonLink } from '~/ui/button'

interface PutAsideProps {
  /** The booking that is begun on this device, in a line. */
  begun: string
  /** What takes its place, as the button says it. */
  yes: string
  /** What the form is for, where its page has several. */
  intent?: string
}

/** Inside a form: which of two bookings is gone on with here. `replace` goes along when the begun one may be put aside. */
export const PutAside = ({ begun, yes, intent }: PutAsideProps) => (
  <>
    <p className="max-w-prose text-champagne">
      You have begun a booking on this device: {begun}. You can continue only one of them here.
    </p>
    <div className="mt-4 flex flex-wrap gap-3">
      {intent && <input type="hidden" name="intent" value={intent} />}
      <Button look="gold" name="replace" value="yes">
        {yes}
      </Button>
      <ButtonLink to={links.bookPayment()}>Keep mine</ButtonLink>
    </div>
  </>
)
