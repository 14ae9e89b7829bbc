import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addressOf } from '#contract/storage/download.ts'
import { fetchFile } from '#web/base/api/file-transfer.ts'

/** A picture that may not be public: fetched with the session's header and displayed from memory. */
export const StoredPicture = ({ id, alt, className }: { id: string; alt: string; className?: string | undefined }) => {
  const { data, isError } = useQuery({
    queryKey: ['picture', id],
    queryFn: () => fetchFile(addressOf(id)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    if (!data) return
    const address = URL.createObjectURL(data)
    setSrc(address)
    return () => URL.revokeObjectURL(address)
  }, [data])
  if (isError || !src) return null
  return <img src={src} alt={alt} className={className} />
}
