import { useParams, useSearchParams } from 'react-router'
import { useUser } from '#web/base/session.ts'
import { Details } from './details.tsx'
import { LoginFirst } from './login-first.tsx'
import { Article, PaperPage } from './news/article.tsx'
import { NoticeArticle } from './news/notice-article.tsx'
import { Statement } from './news/statement.tsx'
import { ListedProject } from './projects/listed-project.tsx'

/**
 * Target of the home page's links, by type: `?type=news` an article, `?type=file` a paper, `?type=project` a listed project,
 * `?type=notice` a notice.
 * Without a type it is a declaration, which only the people involved in it may see. The statements of the site, which have addresses
 * of their own, are here too: one more file would be named by the first page.
 */
export const ProjectDetails = () => {
  const type = useSearchParams()[0].get('type')
  const user = useUser()
  if (useParams().code) return <Statement />
  if (type === 'news') return <Article />
  if (type === 'file') return <PaperPage />
  if (type === 'project') return <ListedProject />
  if (type === 'notice') return <NoticeArticle />
  return user ? <Details /> : <LoginFirst />
}
