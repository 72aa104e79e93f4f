import { bringPackages, findBuildah, findChromium, findPostgres, onPath } from './debian.mjs'
import { installDependencies } from './processes.mjs'

/** Brings what the whole verdict needs before its parts run side by side: two of them cannot install at one time. */
installDependencies()
findChromium()
findPostgres()
findBuildah()
const missing = ['curl', 'jq'].filter((program) => !onPath(program))
if (missing.length) bringPackages(...missing)
