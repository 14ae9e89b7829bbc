import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while a page is rendered on the server and taken over in the browser, true from then on: for what needs a browser. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
