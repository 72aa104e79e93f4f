import { useRef } from 'react'

/**
 * The version of the record that a form was filled from. The page may be loaded anew under it, by a press beside it: what was filled in
 * stays then, so that a version that came since is followed only while the form would be filled with the same.
 */
export function useVersionOf<Version>(values: object | undefined, version: Version): Version {
  const text = JSON.stringify(values)
  const filled = useRef({ text, version })
  if (text === filled.current.text) filled.current.version = version
  return filled.current.version
}
