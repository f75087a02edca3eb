/** The play page. */
import { render } from 'preact';
import { randomStream, startPosition } from '../../env/index.ts';
import '../theme.css';
import { Board } from './board.tsx';

render(<Board position={startPosition('fixed', randomStream(0))} />, document.getElementById('app')!);
