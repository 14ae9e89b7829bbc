import { useEffect, useRef, useState } from 'react'

/**
 * Fields of a search form that start from the address. A new address replaces them: a link, the back button, a search. What is typed
 * while the form's own search is under way stays; call `markSubmitted` before the search changes the address.
 */
export const useAddressDraft = <T extends string | Readonly<Record<string, string>>>(value: T) => {
  const [draft, setDraft] = useState(value)
  const isPending = useRef(false)
  const isEdited = useRef(false)
  // compared as text, since the filters are a new object at every render
  const json = JSON.stringify(value)
  useEffect(() => {
    if (!(isPending.current && isEdited.current)) setDraft(JSON.parse(json))
    isPending.current = false
    isEdited.current = false
  }, [json])
  const edit = (next: T) => {
    isEdited.current = true
    setDraft(next)
  }
  const markSubmitted = () => {
    // the same search again does not change the address: nothing is under way
    isPending.current = JSON.stringify(draft) !== json
    isEdited.current = false
  }
  return { draft, edit, markSubmitted }
}
