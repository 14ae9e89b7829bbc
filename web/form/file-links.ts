import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** Uploaded files by id, as names that open them; loaded with the first ones, since few pages have any. */
export const FileLinks = lazyComponent(async () => (await import('./file-link-list.tsx')).FileLinkList)

/** Stored files whose names are known already. */
export const FileRows = lazyComponent(async () => (await import('./file-row-list.tsx')).FileRowList)
