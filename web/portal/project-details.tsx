import { useSearchParams } from 'react-router'
import { useUser } from '#web/base/session.ts'
import { Details } from './details.tsx'
import { LoginFirst } from './login-first.tsx'
import { Article, PaperPage } from './news/article.tsx'

/**
 * What the links of the home page lead to, by their type: `?type=news` an article, `?type=file` a paper. Without a type it
 * is a declaration, which only its people may see.
 */
export const ProjectDetails = () => {
  const type = useSearchParams()[0].get('type')
  const user = useUser()
  if (type === 'news') return <Article />
  if (type === 'file') return <PaperPage />
  return user ? <Details /> : <LoginFirst />
}
