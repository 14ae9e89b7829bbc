import { type ComponentProps, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import { useKeys } from '#web/ui/keys.ts'
import type { Palette } from './palette.tsx'
import { paletteWords } from './palette-words.ts'
import { useLoadCode } from './use-load-code.ts'

/** Also called as soon as somebody is about to open the palette, so that it opens at once. */
export const loadPalette = () => import('./palette.tsx')

/** Whether nothing covers the frame: neither a modal dialog nor the lock screen. */
const isFrameFree = () =>
  document.querySelector('dialog:modal') === null && document.getElementById('main')?.checkVisibility() === true

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey

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

/** Collects the input while the code of the palette is loaded: it is neither lost nor taken for the shortcuts of the page. */
const useEarlyInput = (text: RefObject<string>, isLoading: boolean, close: () => void) => {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (hasModifier(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') close()
    else if (event.key === 'Backspace') text.current = text.current.slice(0, -1)
    else if (event.key.length === 1) text.current += event.key
  })
  useEffect(() => {
    if (!isLoading) return
    const listener = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [isLoading])
}

type Items = Omit<ComponentProps<typeof Palette>, 'initialText' | 'onClose'>

/** The command palette: opened by its button, by Ctrl K, or by the single key m. */
export const usePalette = (items: Items) => {
  const t = useLocalize()
  const loadCode = useLoadCode()
  const earlyText = useRef('')
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState<{ readonly Palette: typeof Palette } | null>(null)
  const close = () => {
    setOpen(false)
    earlyText.current = ''
  }
  useEarlyInput(earlyText, isOpen && code === null, close)
  const open = () => {
    setOpen(true)
    if (!code) void loadCode(loadPalette).then((module) => (module ? setCode(module) : close()))
  }
  useShortcut(open)
  const act = () => {
    open()
    return true
  }
  useKeys([{ key: 'm', words: t(paletteWords), act }])
  const palette =
    isOpen && code ? <code.Palette {...items} initialText={() => earlyText.current} onClose={close} /> : null
  return { open, palette }
}
