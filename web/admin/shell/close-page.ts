import { createContext, useContext } from 'react'

/** Closes the current page and returns to the tab that was open before. */
export const ClosePageContext = createContext<() => void>(() => {})

export const useClosePage = (): (() => void) => useContext(ClosePageContext)
