/** Property tests draw from one seed, so that a failure can be seen again. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 2026 });
