import { useEffect, useRef, useState } from 'react'

/**
 * Fields of a search form that start from the address. A new address replaces them: a link, the back button, a search. What is typed
 * while the form's own search is under way stays. `key` identifies the value; call `markSubmitted` before the search changes the address.
 */
export const useAddressDraft = <T>(value: T, key: string) => {
  const [draft, setDraft] = useState(value)
  const isPending = useRef(false)
  const isEdited = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the value
  useEffect(() => {
    if (!(isPending.current && isEdited.current)) setDraft(value)
    isPending.current = false
    isEdited.current = false
  }, [key])
  const edit = (next: T) => {
    isEdited.current = true
    setDraft(next)
  }
  const markSubmitted = () => {
    isPending.current = true
    isEdited.current = false
  }
  return { draft, edit, markSubmitted }
}
