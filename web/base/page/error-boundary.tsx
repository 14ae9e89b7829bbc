import { Component, type ErrorInfo, type ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useLocalize } from '../api/language.ts'
import { recordError } from '../api/record-error.ts'
import { PageLoadError } from './page-code.ts'

/** A file of a page could not be fetched: the network failed, or a newer version of the platform has replaced it. */
const isMissingFile = (error: unknown): boolean =>
  error instanceof PageLoadError ||
  (error instanceof Error && /dynamically imported module|Importing a module|preload CSS/i.test(error.message))

export const incompletePage: Text = ['页面没有加载完整', 'The page did not load completely']
const broken: Text = ['抱歉，页面出现问题', 'Sorry, something went wrong on this page']

const Broken = ({ error }: { error: unknown }) => {
  const t = useLocalize()
  return (
    <Notice tone="bad" live title={t(isMissingFile(error) ? incompletePage : broken)}>
      <p>
        {t([
          '网络可能中断，或平台刚刚更新。已填写的内容保存在本机，重新加载后可继续。',
          'The network may be down, or the platform was updated. Your entries are saved in this browser; reload to continue.',
        ])}
      </p>
      <p>
        <Button onClick={() => location.reload()}>{t(['重新加载', 'Reload'])}</Button>
      </p>
    </Notice>
  )
}

interface Props {
  /** Path of the page; a new path resets the error. */
  readonly at: string
  readonly children: ReactNode
}

/** Confines the error of one page, so that the frame stays, and shows what the reader can do. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null }
  static getDerivedStateFromError = (error: unknown) => ({ error: error ?? new Error() })
  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    recordError(error, componentStack ?? '')
  }
  override componentDidUpdate(before: Props) {
    if (before.at !== this.props.at && this.state.error) this.setState({ error: null })
  }
  override render() {
    return this.state.error ? <Broken error={this.state.error} /> : this.props.children
  }
}
