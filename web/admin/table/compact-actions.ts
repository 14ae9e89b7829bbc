import { createContext } from 'react'

/** Whether the actions of a row are all in its menu, since the table has no room for them. */
export const CompactActions = createContext(false)
