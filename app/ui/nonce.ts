import { createContext, useContext } from 'react'

const NonceContext = createContext<string | undefined>(undefined)

export const NonceProvider = NonceContext.Provider

/** The page's Content-Security-Policy nonce; empty in the browser, where it is not needed again. */
export const useNonce = () => useContext(NonceContext)
