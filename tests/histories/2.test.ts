import { liveThroughHistories } from '../support/histories/live'

liveThroughHistories(2)
