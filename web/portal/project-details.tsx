import { useSearchParams } from 'react-router'
import { useUser } from '#web/base/api/session.ts'
import { Details } from './details.tsx'
import { LoginFirst } from './login-first.tsx'
import { Article, PaperPage } from './news/article.tsx'
import { NoticeArticle } from './news/notice-article.tsx'
import { ListedProject } from './projects/listed-project.tsx'

// a page of its own in the same file: the first page of the portal names every file
export { Statement } from './news/statement.tsx'

/**
 * Target of the home page's links, by type: `?type=news` an article, `?type=file` a paper, `?type=project` a listed project,
 * `?type=notice` a notice.
 * Without a type it is a declaration, which only the people involved in it may see.
 */
export const ProjectDetails = () => {
  const type = useSearchParams()[0].get('type')
  const user = useUser()
  if (type === 'news') return <Article />
  if (type === 'file') return <PaperPage />
  if (type === 'project') return <ListedProject />
  if (type === 'notice') return <NoticeArticle />
  return user ? <Details /> : <LoginFirst />
}
