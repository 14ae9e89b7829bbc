import { useEffect, useEffectEvent } from 'react'
import { useSearchString } from '../use-search-string.ts'
import { addressIn, useElder } from './elder.ts'

/** Keeps the elder mode in every URL, so that shared and revisited pages open in the same mode. Returns whether it is on. */
export const useElderAddress = (): boolean => {
  const { on } = useElder()
  const [search, replace] = useSearchString()
  const expectedSearch = addressIn(search, on)
  const correct = useEffectEvent(replace)
  useEffect(() => {
    if (expectedSearch !== addressIn(search, new URLSearchParams(search).has('elder'))) correct(expectedSearch)
  }, [search, expectedSearch])
  return on
}
