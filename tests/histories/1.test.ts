import { liveThroughHistories } from '../support/histories/live'

liveThroughHistories(1)
