import { mutantsOf } from './mutants.mjs'

export default mutantsOf('rules', ['app/domain/**/*.ts'])
