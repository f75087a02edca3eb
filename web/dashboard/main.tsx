/** The training dashboard; `tzaar serve` is the server behind it. */
import { render } from 'preact';
import { App } from './app.tsx';
import '../theme.css';
import '../play/layout.css';
import '../play/board.css';
import '../play/engine.css';
import './dashboard.css';
import './ladder.css';
import './games.css';

render(<App />, document.getElementById('app')!);
