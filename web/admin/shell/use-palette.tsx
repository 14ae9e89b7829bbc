import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocalize } from '#web/base/language.ts'
import { fetchCode } from '#web/base/page-code.ts'
import { useKeys } from '#web/ui/keys.ts'
import { paletteWords } from './palette-words.ts'

/** Also called as soon as somebody is about to open the palette, so that it opens at once. */
export const loadPalette = () => import('./palette.tsx')

const Palette = lazy(async () => ({ default: (await fetchCode(loadPalette)).Palette }))

/** Whether nothing covers the frame: neither a modal dialog nor the lock screen. */
const isFrameFree = () =>
  document.querySelector('dialog:modal') === null && document.getElementById('main')?.checkVisibility() === true

/** Ctrl K and Cmd K, also while the person types, unless a text editor has its own use for them. */
const useShortcut = (open: () => void) => {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Control' || event.key === 'Meta') loadPalette().catch(() => null)
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === 'KeyK'
    if (!isShortcut || event.defaultPrevented || event.isComposing) return
    event.preventDefault()
    if (isFrameFree()) open()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** The command palette: opened by its button, by Ctrl K, or by the single key m. */
export const usePalette = (items: Omit<ComponentProps<typeof Palette>, 'onClose'>) => {
  const t = useLocalize()
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useShortcut(open)
  const act = () => {
    open()
    return true
  }
  useKeys([{ key: 'm', words: t(paletteWords), act }])
  const palette: ReactNode = isOpen ? (
    <Suspense>
      <Palette {...items} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
  return { open, palette }
}
