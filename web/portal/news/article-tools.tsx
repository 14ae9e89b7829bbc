import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { readLocal, writeLocal } from '#web/base/api/local.ts'
import { useHydrated } from '#web/base/page/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import css from './article-tools.module.css'

const sizes: readonly (readonly [size: string, Text])[] = [
  ['small', ['小', 'Small']],
  ['middle', ['中', 'Medium']],
  ['large', ['大', 'Large']],
]
const key = 'articleSize'

/** The reader's type size for articles, stored in local storage. */
export const useArticleSize = () => {
  const [size, setSize] = useState<string>()
  // the server does not know the stored size, and hydration must give the same result
  const storedSize = useHydrated() ? readLocal<string>(key) : null
  const currentSize = size ?? storedSize ?? 'middle'
  const choose = (next: string) => {
    writeLocal(key, next)
    setSize(next)
  }
  return [currentSize, choose] as const
}

type ShareResult = 'copied' | 'failed' | null
const shareResultWords: Readonly<Record<'copied' | 'failed', Text>> = {
  copied: ['链接已复制', 'Link copied'],
  failed: [
    '浏览器不允许复制，请从地址栏复制链接',
    'The browser does not allow copying. Please copy the link from the address bar',
  ],
}

/** Toolbar above an article: type size, print and share link; hidden in print. */
export const ArticleTools = ({ size, choose }: { size: string; choose: (size: string) => void }) => {
  const t = useLocalize()
  const [shareResult, setShareResult] = useState<ShareResult>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href)
      setShareResult('copied')
    } catch {
      // no clipboard on an insecure page, or access denied: display what to do instead
      setShareResult('failed')
    }
  }
  return (
    <div className={css.tools}>
      <fieldset>
        <legend>{t(['字号', 'Text size'])}</legend>
        {sizes.map(([value, label]) => (
          <Button key={value} kind="link" aria-pressed={value === size} onClick={() => choose(value)}>
            {t(label)}
          </Button>
        ))}
      </fieldset>
      <Button kind="link" onClick={() => print()}>
        {t(['打印', 'Print'])}
      </Button>
      <Button kind="link" onClick={() => void copy()}>
        {t(['复制链接', 'Copy the link'])}
      </Button>
      <span role="status">{shareResult ? t(shareResultWords[shareResult]) : ''}</span>
    </div>
  )
}
