import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False during server rendering and hydration, then true: for what needs a browser. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
